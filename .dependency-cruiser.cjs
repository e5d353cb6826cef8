/** Who may import whom inside the project. A folder may always import itself. */
const layers = {
  'engine/model': [],
  'engine/journal': ['engine/model'],
  'engine/kernel': ['engine/model'],
  'engine/apps': ['engine/model', 'engine/journal', 'engine/kernel'],
  'engine/notify': ['engine/model'],
  'engine/judge': ['engine/model', 'engine/kernel', 'engine/compare'],
  'engine/noise': ['engine/model', 'engine/kernel', 'engine/apps'],
  'engine/scenario': ['engine/model', 'engine/journal', 'engine/kernel', 'engine/apps', 'engine/noise'],
  'engine/agent': ['engine/model', 'engine/environment\\.ts'],
  'engine/why': ['engine/model', 'engine/kernel'],
  'engine/builder': ['engine/model', 'engine/kernel', 'engine/apps', 'engine/scenario', 'engine/trace'],
  'engine/compare': ['engine/model'],
  'engine/library': ['engine/model'],
  'engine/replay': ['engine/model', 'engine/journal'],
  'engine/trace': ['engine/model', 'engine/journal', 'engine/kernel', 'engine/apps'],
  'engine/store': ['engine/model', 'engine/journal', 'engine/replay'],
  'engine/portable': [
    'engine/model',
    'engine/journal',
    'engine/store',
    ...['engine/log-hash\\.ts', 'engine/scenario/checks/order\\.ts'],
    ...['bounded-json', 'trace-error'].map((file) => `engine/trace/${file}\\.ts`),
  ],
  preload: ['engine/model'],
  main: ['engine/model', 'engine/index\\.ts', 'engine/scenario/index\\.ts', 'preload/contract\\.ts'],
  renderer: ['engine/model', 'preload/contract\\.ts'],
  // A page without main behind it: it makes the states itself, and has no use for what talks to main.
  'renderer/report': [
    'engine/model',
    ...['compare/differences', 'compare/renaming', 'journal/copy', 'replay/advance'].map(
      (file) => `engine/${file}\\.ts`,
    ),
    'preload/contract\\.ts',
    'renderer/(apps|compare|elements|filter|format|inspector|log|timeline)',
  ],
};

/** Packages each folder may load at run time. */
const packages = {
  engine: ['tinyqueue', 'zod'],
  preload: ['electron', 'zod'],
  main: ['electron', 'better-sqlite3', 'esbuild', 'typescript', 'zod', 'commander'],
};

/** Folders within `folder` that have a line of their own. */
const foldersWithin = (folder) =>
  Object.keys(layers)
    .filter((other) => other.startsWith(`${folder}/`))
    .map((other) => `^${other}/`);

const insideProject = '^(engine|main|preload|renderer)/';

module.exports = {
  forbidden: [
    ...Object.entries(layers).map(([folder, allowed]) => ({
      name: `layer: ${folder}`,
      severity: 'error',
      from: { path: `^${folder}/`, pathNot: foldersWithin(folder) },
      to: {
        path: insideProject,
        pathNot: [
          `^${folder}/`,
          ...allowed.map((layer) => (layer.endsWith('.ts') ? `^${layer}$` : `^${layer}/`)),
        ],
      },
    })),
    {
      name: 'layer: engine outside its folders',
      comment: 'engine/*.ts put the folders together and know nothing outside the engine',
      severity: 'error',
      from: { path: '^engine/' },
      to: { path: '^(main|preload|renderer)/' },
    },
    ...Object.entries(packages).map(([folder, names]) => ({
      name: `packages: ${folder}`,
      severity: 'error',
      from: { path: `^${folder}/` },
      to: {
        path: 'node_modules',
        pathNot: `node_modules/(@types/)?(${names.join('|')})/`,
        dependencyTypesNot: ['type-only'],
      },
    })),
    {
      name: 'node in the engine',
      comment: 'the engine runs anywhere JavaScript runs',
      severity: 'error',
      from: { path: '^(engine|renderer)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'renderer takes types only',
      comment: 'the page knows the contract by its types; values cross the bridge',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^preload/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '(\\.d\\.ts|tsconfig\\.json|\\.worker\\.ts)$' },
      to: {},
    },
    {
      name: 'production never imports tests',
      severity: 'error',
      from: { path: insideProject },
      to: { path: '^test/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^out/' },
  },
};
