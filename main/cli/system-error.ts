/** The message of an error of the operating system, with what to do where it does not say so by itself. */
export function systemMessage({ code, syscall, message }: NodeJS.ErrnoException): string {
  if (code === 'EMFILE' || code === 'ENFILE')
    return `Too many files are open (${message}). Allow more with "ulimit -n 1024", or close other programs.`;
  if (syscall === 'uv_cwd')
    return `The folder in which the command was started is gone (${message}). Change to another folder.`;
  return message;
}

/** An error of the operating system, such as an unreadable file or a full disk. */
export const isOfTheSystem = (thrown: unknown): thrown is NodeJS.ErrnoException =>
  thrown instanceof Error && 'syscall' in thrown;
