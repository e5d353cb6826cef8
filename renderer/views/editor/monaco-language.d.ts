/** Types of Monaco's TypeScript tokenizer, which Monaco does not declare. */
declare module 'monaco-editor/languages/definitions/typescript/typescript' {
  import type { languages } from 'monaco-editor/editor';
  export const language: languages.IMonarchLanguage;
}
