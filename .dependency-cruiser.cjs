/** What each folder of `main/host` may import of the others; all of them may import the engine and the contract. */
const host = {
  system: [],
  workers: ['system'],
  settings: ['system'],
  database: ['system', 'workers'],
  scenarios: ['system', 'workers'],
  agents: ['system'],
  mcp: ['system', 'agents'],
  workspace: ['system', 'scenarios'],
  probes: ['system', 'workers', 'database', 'scenarios'],
  breakpoints: ['scenarios', 'probes'],
  import: ['system', 'workers', 'database'],
  runs: ['system', 'workers', 'database', 'scenarios', 'agents', 'mcp', 'breakpoints', 'import'],
  inspect: ['system', 'workers', 'database', 'runs'],
  compare: ['system', 'workers', 'database', 'inspect'],
  recordings: ['system', 'mcp', 'database', 'probes', 'inspect', 'compare', 'export'],
  preview: ['system', 'workers', 'database', 'scenarios', 'runs', 'compare'],
  export: ['system', 'database', 'inspect', 'compare'],
  sweeps: ['system', 'workers', 'database', 'scenarios', 'workspace', 'agents', 'runs', 'export'],
  bridge: [
    ...['system', 'settings', 'database', 'scenarios', 'workspace', 'probes', 'breakpoints'],
    ...['agents', 'import', 'runs', 'inspect', 'compare', 'preview', 'export', 'sweeps'],
  ],
};
const hostFolders = Object.keys(host);
const hosted = (names) => names.map((name) => `main/host/${name}`);

/** Who may import whom inside the project. A folder may always import itself. */
const layers = {
  'engine/model': [],
  'engine/state': ['engine/model'],
  'engine/world': ['engine/model', 'engine/state'],
  'engine/apps': ['engine/model', 'engine/state', 'engine/world'],
  'engine/scenario': ['engine/model', 'engine/state', 'engine/world', 'engine/apps'],
  'engine/validation': ['engine/model', 'engine/world'],
  'engine/validation/judge': ['engine/model'],
  'engine/agents': ['engine/model', 'engine/world'],
  'engine/kernel': ['engine/model', 'engine/state', 'engine/world', 'engine/validation', 'engine/agents'],
  'engine/analysis': ['engine/model', 'engine/state', 'engine/agents'],
  'engine/store': ['engine/model', 'engine/state'],
  'engine/are': [
    'engine/model',
    'engine/state',
    'engine/world',
    'engine/apps',
    'engine/scenario',
    'engine/analysis',
    'engine/validation/judge',
    'engine/store',
  ],
  // The judge needs the oracle's run, and so all that a run needs.
  'engine/judging': [
    'engine/model',
    'engine/world',
    'engine/scenario',
    'engine/validation',
    'engine/validation/judge',
    'engine/kernel',
    'engine/are',
    'engine/store',
  ],
  // The program of a scenario's realm: what declares, plans and runs it.
  'engine/realm': [
    'engine/model',
    'engine/world',
    'engine/scenario',
    'engine/scenario/orrery.ts',
    'engine/validation',
    'engine/agents',
    'engine/kernel',
  ],
  'engine/formats': [
    'engine/model',
    'engine/state',
    'engine/world',
    'engine/apps',
    'engine/are',
    'engine/store',
  ],
  preload: ['engine/model'],
  // The composition root: it alone knows both the window and what works behind it.
  main: ['engine/model', 'preload/contract.ts', 'main/shell', ...hosted(hostFolders)],
  // A program of its own, which asks a model.
  'main/model-agent': ['engine/model'],
  'main/shell': [
    'engine/model',
    'engine',
    'preload/contract.ts',
    ...hosted(['system', 'settings', 'bridge', 'export']),
  ],
  'main/cli': [
    'engine/model',
    'engine',
    'preload/contract.ts',
    ...hosted(hostFolders.filter((name) => name !== 'bridge')),
  ],
  ...Object.fromEntries(
    Object.entries(host).map(([name, allowed]) => [
      `main/host/${name}`,
      ['engine/model', 'engine', 'engine/realm', 'preload/contract.ts', ...hosted(allowed)],
    ]),
  ),
  renderer: ['engine/model', 'preload/contract.ts', 'preload/limits.ts', 'renderer/(app|stores|ui)/.*'],
  // Primitives, words and the query language: everything else is built of them.
  'renderer/ui': ['engine/model', 'preload/contract.ts', 'preload/limits.ts'],
  'renderer/stores': [
    'engine/model',
    'preload/contract.ts',
    'preload/limits.ts',
    'renderer/ui/commands.ts',
    'renderer/ui/(format|query)/.*',
  ],
  'renderer/views': ['engine/model', 'preload/contract.ts', 'preload/limits.ts', 'renderer/(stores|ui)/.*'],
  'renderer/app': [
    'engine/model',
    'preload/contract.ts',
    'preload/limits.ts',
    'renderer/(stores|ui)/.*',
    'renderer/views/([^/]+)/[^/]+-container.*',
  ],
  // A page without main behind it: it makes the states itself, and has no use for the stores, which ask main.
  'renderer/report': [
    'engine/model',
    'engine/state',
    'engine/analysis',
    'preload/contract.ts',
    'preload/limits.ts',
    'renderer/ui/.*',
    'renderer/views/(apps|compare|inspector|log|sweeps|timeline|verdict)/.*',
  ],
};

/** What of `allowed` others may import: of a folder only its `index.ts`. */
const open = (allowed) =>
  /\.ts$|\*$/.test(allowed) ? `^${allowed.replace('.ts', '\\.ts')}$` : `^${allowed}/index\\.ts$`;

/** Packages each folder may load at run time. */
const packages = {
  engine: ['diff', 'tinyqueue', 'zod'],
  preload: ['electron', 'zod'],
  'main/shell': ['electron', 'electron-log', 'zod'],
  'main/host': [
    '@modelcontextprotocol/client',
    '@modelcontextprotocol/server',
    'better-sqlite3',
    'bullmq',
    'esbuild',
    'fzstd',
    'hyparquet',
    'hyparquet-compressors',
    'modern-tar',
    'tinyglobby',
    'ioredis',
    'pg',
    'typescript',
    'yauzl',
    'zod',
  ],
  'main/cli': ['commander'],
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
        pathNot: [`^${folder}/`, ...allowed.map(open)],
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
      name: 'electron in the shell only',
      comment: 'the workbench and the command line run without it',
      severity: 'error',
      from: { path: insideProject, pathNot: '^(main/shell|preload)/' },
      to: { path: ['^electron$', 'node_modules/electron/'] },
    },
    {
      name: 'views through their container',
      comment: 'what several views need lies in renderer/ui; the editor comes when it is opened',
      severity: 'error',
      from: { path: '^renderer/views/([^/]+)/' },
      to: {
        path: '^renderer/views/',
        pathNot: [
          '^renderer/views/$1/',
          '^renderer/views/([^/]+)/\\1-container\\.tsx$',
          '/monaco-diff\\.tsx$',
        ],
      },
    },
    {
      name: 'renderer takes types only',
      comment: 'the page knows the contract by its types and its limits; all other values cross the bridge',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^preload/', pathNot: '^preload/limits\\.ts$', dependencyTypesNot: ['type-only'] },
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
