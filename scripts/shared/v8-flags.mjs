/**
 * How V8 is started where the engine runs. What a run makes is kept: with little room for young objects every entry of a log
 * is copied twice before it is left alone. package.json starts the command line with the same.
 */
export const V8_FLAGS = ['--min-semi-space-size=16', '--max-semi-space-size=64'];
