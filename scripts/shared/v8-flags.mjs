/**
 * How V8 is started where the engine runs. What a run makes is kept: with little room for young objects every entry of a log
 * is copied twice before it is left alone. The room doubles where much is kept; from 12 MB it stays at 24 while a run is recorded,
 * which keeps little. package.json starts the command line with the same.
 */
export const V8_FLAGS = ['--min-semi-space-size=12', '--max-semi-space-size=64'];
