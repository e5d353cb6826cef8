/**
 * V8 flags for the processes that run the engine. A run keeps most of its objects: with a small young generation, V8 copies
 * every log entry twice before it leaves it alone. The young generation doubles when much of it survives. From 12 MB it stays
 * at 24 MB while a run is recorded, because little survives then. package.json starts the command line with the same flags.
 */
export const V8_FLAGS = ['--min-semi-space-size=12', '--max-semi-space-size=64'];
