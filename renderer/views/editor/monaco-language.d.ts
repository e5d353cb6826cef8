/** What Monaco leaves untyped: how it tells the words of TypeScript apart. */
declare module 'monaco-editor/languages/definitions/typescript/typescript' {
  import type { languages } from 'monaco-editor/editor';
  export const language: languages.IMonarchLanguage;
}
