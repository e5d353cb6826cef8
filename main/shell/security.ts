import type { App, CommandLine, Session, WebContents } from 'electron';

export const SCHEME = 'app';

/** Where the page lives. No other origin is ever trusted. */
export const HOME = `${SCHEME}://orrery`;

/** The Content-Security-Policy of the page. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The editor and the panels set styles of their own.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Keeps every page of `app`, whoever opens it, where it is: no navigation, no window, no web view. */
export function confinePages(app: Pick<App, 'on'>): void {
  app.on('web-contents-created', (_event, contents) => {
    confine(contents);
  });
}

function confine(contents: WebContents): void {
  contents.on('will-frame-navigate', (event) => {
    event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/**
 * Brings the page home from wherever it went: `about:blank` and what a page writes itself can be gone to without a navigation that
 * could be prevented. Answers what loads the page again.
 */
export function keepHome(contents: WebContents): () => void {
  const load = (): void => {
    void contents.loadURL(`${HOME}/`);
  };
  contents.on('did-navigate', (_event, url) => {
    if (!url.startsWith(`${HOME}/`)) load();
  });
  return load;
}

/** To be called before the app is ready: Chromium looks up no name, and fetches nothing for itself. */
export function closeNetwork(commandLine: CommandLine): void {
  for (const [name, value] of NETWORK_SWITCHES) commandLine.appendSwitch(name, value);
}

const NETWORK_SWITCHES: readonly (readonly [string, string?])[] = [
  ['host-resolver-rules', 'MAP * ~NOTFOUND'],
  ['no-proxy-server'],
  ['disable-background-networking'],
  ['disable-component-update'],
  ['disable-domain-reliability'],
  ['disable-sync'],
  ['no-pings'],
  ['force-webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
  // A peer connection would announce a name of its own to the local network.
  ['disable-features', 'WebRtcHideLocalIpsWithMdns'],
];

/** Grants pages nothing and lets no request out: what the page needs comes from its own origin. */
export function closeSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !isOwn(url) });
  });
  session.setSpellCheckerEnabled(false);
  // Chromium fetches the dictionary of the system's language all the same, with the first page.
  session.setSpellCheckerDictionaryDownloadURL(`${HOME}/dictionaries/`);
  session.on('will-download', (event) => {
    event.preventDefault();
  });
}

/** Of the page itself, or made by it in memory. */
const isOwn = (url: string): boolean =>
  url.startsWith(`${HOME}/`) || url.startsWith(`blob:${HOME}/`) || url.startsWith('data:');
