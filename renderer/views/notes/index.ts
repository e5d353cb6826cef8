export { EntryNotes } from './note-item.tsx';
export { NoteCommands, Notes } from './notes.tsx';
