import type { Page } from 'playwright-core';
import type { Answer, CallName, Bridge, Reply, Request } from '../../preload/contract.ts';

declare global {
  // Added to the page by preload.
  var bridge: Bridge;
}

/** The answer of main to a call of the page. It passes through JSON, so undefined fields are missing. */
function call<Name extends CallName>(
  page: Page,
  name: Name,
  request: Request<Name>,
): Promise<Reply<Answer<Name>>> {
  return page.evaluate(
    // In the page, the types no longer connect a name with its request.
    ([name, request]) => bridge.call(name as 'workspace.read', request as Record<string, never>),
    [name, request] as [string, unknown],
  ) as Promise<Reply<unknown>> as Promise<Reply<Answer<Name>>>;
}

/** The answer of main to a call of the page. @throws {Error} with the message of a refusal. */
export async function ask<Name extends CallName>(
  page: Page,
  name: Name,
  request: Request<Name>,
): Promise<Answer<Name>> {
  const reply = await call(page, name, request);
  if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`);
  return reply.value;
}
