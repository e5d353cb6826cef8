// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { CostsView } from '../../../../renderer/views/verdict/costs.tsx';
import { openPage } from '../../open-page.tsx';

const COSTS = { requests: 2, failedTries: 0, input: 31, cached: 0, output: 7, reasoning: 0, thinking: 49 };

it.each([
  ['the tokens that a server counted', COSTS, /Tokens in\s*31\s*Tokens out\s*7/],
  [
    'that the server told no tokens, instead of zeros',
    { ...COSTS, input: 0, output: 0 },
    /Requests\s*2\s*Tokens\s*not told by the server/,
  ],
])('the costs of a run show %s', async (_, costs, words) => {
  using page = await openPage(<CostsView by="agent" model="tiny" costs={costs} />, {});

  expect(page.text()).toMatch(words);
  expect(page.text()).not.toMatch(/Tokens (in|out)\s*0/);
});
