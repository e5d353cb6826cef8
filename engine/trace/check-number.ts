/** `arrived` of `arrived-CHECK_6`: the field numbers the checks of a condition in its id. */
export const withoutCheck = (id: string): string => id.replace(/-CHECK_\d+$/, '') || id;

/** How many checks came before the one that `id` names. */
export function checksBefore(id: string): number | undefined {
  const checks = Number(/-CHECK_(\d+)$/.exec(id)?.[1]);
  return Number.isSafeInteger(checks) ? checks : undefined;
}
