/** What `record` itself has under `key`. For keys from outside: `constructor` is a name that every object answers to. */
export const own = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
