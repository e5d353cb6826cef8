import { V8_FLAGS } from './v8-flags.mjs';

/**
 * Whether a window can be shown here. Windows and macOS always have a display.
 *
 * @param {NodeJS.Platform} [platform]
 * @param {NodeJS.ProcessEnv} [env]
 */
export function hasDisplay(platform = process.platform, env = process.env) {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/**
 * The command, with its arguments, to put before one that shows windows: none where there is a display, else a virtual one.
 *
 * @param {number} [from] the number that a virtual display has at least; those who start together look in different places
 */
export function onDisplay(from = 99) {
  const screen = '--server-args=-screen 0 1920x1200x24';
  return hasDisplay() ? [] : ['xvfb-run', '--auto-servernum', `--server-num=${from}`, screen];
}

/**
 * What Electron has to be told about its sandbox: as root on Linux it starts only without one; everybody else keeps it.
 *
 * @param {NodeJS.Platform} [platform]
 * @param {number} [uid]
 */
export function sandboxArgs(platform = process.platform, uid = process.getuid?.()) {
  return platform === 'linux' && uid === 0 ? ['--no-sandbox'] : [];
}

/** What Electron is started with before all that is ours. */
export function electronArgs() {
  return [`--js-flags=${V8_FLAGS.join(' ')}`, ...sandboxArgs()];
}
