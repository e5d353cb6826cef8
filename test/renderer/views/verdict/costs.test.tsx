// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { CostsView } from '../../../../renderer/views/verdict/costs.tsx';
import { openPage } from '../../open-page.tsx';

const NONE = { requests: 2, failedTries: 0, uncounted: 2, thinking: 49 };
const COSTS = { ...NONE, uncounted: 0, input: 31, cached: 0, output: 7, reasoning: 0 };

it.each([
  ['the tokens that a server counted', COSTS, /Tokens in\s*31\s*Tokens out\s*7/],
  [
    'that the server told no tokens, instead of zeros',
    NONE,
    /Requests\s*2\s*Not counted\s*tokens not told by the server/,
  ],
  [
    'how many requests the tokens leave out',
    { ...COSTS, uncounted: 1 },
    /Tokens out\s*7\s*Not counted\s*tokens of 1 request not told by the server/,
  ],
])('the costs of a run show %s', async (_, costs, words) => {
  using page = await openPage(<CostsView by="agent" model="tiny" costs={costs} />, {});

  expect(page.text()).toMatch(words);
  expect(page.text()).not.toMatch(/Tokens (in|out)\s*0/);
});
