export { EntryNotes, NoteCommands, Notes } from './notes-container.tsx';
