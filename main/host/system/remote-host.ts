const LOCAL = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** The host of a model's server; `undefined` if it is this machine, or `url` is the path of a model file. */
export function remoteHost(url: string): string | undefined {
  if (!/^https?:/i.test(url)) return undefined;
  const { hostname } = new URL(url);
  return LOCAL.has(hostname) ? undefined : hostname;
}
