import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** What would make a run differ from its repetition. Time, chance and ids come in by the door. */
const nondeterminism = {
  'no-restricted-globals': [
    'error',
    ...[
      'performance',
      'crypto',
      'process',
      'setTimeout',
      'setInterval',
      'setImmediate',
      'queueMicrotask',
    ].map((name) => ({ name, message: 'The engine never asks the machine: take it as a parameter.' })),
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: "Take the run's clock as a parameter." },
    { object: 'Math', property: 'random', message: "Take the run's chance as a parameter." },
  ],
  'no-restricted-syntax': [
    'error',
    { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: "Take the run's clock." },
    { selector: ':function[async=true]', message: 'The engine is synchronous: main sets the pace.' },
  ],
};

export default defineConfig(
  globalIgnores(['out/', 'node_modules/', 'test/hostile/scenarios/']),
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // An index that is proven may be said to be there.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // An interface gives a long type a name that editors show.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      // Phantom answers in the contract.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
    },
  },
  { files: ['engine/**/*.ts'], rules: nondeterminism },
  { files: ['renderer/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat.recommended] },
  {
    files: ['renderer/**/*.{ts,tsx}'],
    ignores: ['renderer/stores/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='setState'][callee.object.type!='ThisExpression']",
          message: 'A store is changed by the actions in its file alone.',
        },
      ],
    },
  },
  {
    // Views are functions of their props; one container for each folder connects them.
    files: ['renderer/views/**/*.{ts,tsx}', 'renderer/report/**/*.{ts,tsx}'],
    ignores: ['renderer/views/*/*-container.tsx'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [{ name: 'zustand', message: 'A view takes values: its container connects it.' }],
          patterns: [
            {
              group: ['**/stores/use-stores.ts'],
              message: 'A view takes values: its container connects it.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', '*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        module: 'writable',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
        require: 'readonly',
        TextDecoder: 'readonly',
      },
    },
  },
  {
    // Authors' code, which belongs to no project of ours; the tests check its types.
    files: ['resources/**/*.ts'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false } },
  },
);
