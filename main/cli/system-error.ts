/** The message of an error of the operating system, with what to do where it does not say so by itself. */
export const systemMessage = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'EMFILE' || code === 'ENFILE'
    ? `Too many files are open (${message}). Allow more with "ulimit -n 1024", or close other programs.`
    : message;

/** An error of the operating system, such as an unreadable file or a full disk. */
export const isOfTheSystem = (thrown: unknown): thrown is NodeJS.ErrnoException =>
  thrown instanceof Error && 'syscall' in thrown;
