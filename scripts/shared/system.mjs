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
 * The command, with its arguments, that gives another command a display: empty if there is a display, otherwise a virtual one.
 *
 * @param {number} [from] the least number of a virtual display; commands that start together use different numbers
 */
export function onDisplay(from = 99) {
  const screen = '--server-args=-screen 0 1920x1200x24';
  return hasDisplay() ? [] : ['xvfb-run', '--auto-servernum', `--server-num=${from}`, screen];
}

/**
 * The command, with its arguments, that runs another command with the processor time that others leave over: empty on Windows,
 * which has no such command.
 *
 * @param {NodeJS.Platform} [platform]
 */
export const inBackground = (platform = process.platform) =>
  platform === 'win32' ? [] : ['nice', '-n', '10'];

/**
 * Electron's sandbox options: as root on Linux it starts only without a sandbox; all others keep it.
 *
 * @param {NodeJS.Platform} [platform]
 * @param {number} [uid]
 */
export function sandboxArgs(platform = process.platform, uid = process.getuid?.()) {
  return platform === 'linux' && uid === 0 ? ['--no-sandbox'] : [];
}

/** Electron's first arguments, before Orrery's own. */
export function electronArgs() {
  return [`--js-flags=${V8_FLAGS.join(' ')}`, ...sandboxArgs()];
}
