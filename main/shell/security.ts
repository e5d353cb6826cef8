import type { App, CommandLine, Session, WebContents } from 'electron';

export const PAGE_SCHEME = 'app';

/** The origin of the page. No other origin is trusted. */
export const PAGE_ORIGIN = `${PAGE_SCHEME}://orrery`;

/** The Content-Security-Policy of the page. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The editor and the panels set inline styles.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Blocks navigation, new windows and web views in every page of `app`. */
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
 * Reloads the page when it has navigated elsewhere: navigation to `about:blank` and to documents that a page writes itself
 * cannot be prevented.
 *
 * @returns a function that loads the page again
 */
export function keepHome(contents: WebContents): () => void {
  const load = (): void => {
    void contents.loadURL(`${PAGE_ORIGIN}/`);
  };
  contents.on('did-navigate', (_event, url) => {
    if (!url.startsWith(`${PAGE_ORIGIN}/`)) load();
  });
  return load;
}

/** Stops Chromium's own name lookups and downloads. Call it before the app is ready. */
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
  // A peer connection would announce its own name to the local network.
  ['disable-features', 'WebRtcHideLocalIpsWithMdns'],
];

/** Denies all permissions and blocks all requests but those to the page's own origin. */
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
  // Chromium would still fetch the dictionary of the system's language with the first page.
  session.setSpellCheckerDictionaryDownloadURL(`${PAGE_ORIGIN}/dictionaries/`);
  session.on('will-download', (event) => {
    event.preventDefault();
  });
}

/** Whether `url` is the page's own or was created by it in memory. */
const isOwn = (url: string): boolean =>
  url.startsWith(`${PAGE_ORIGIN}/`) || url.startsWith(`blob:${PAGE_ORIGIN}/`) || url.startsWith('data:');
