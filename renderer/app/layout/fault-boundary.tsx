import { Bug } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/messages.tsx';

interface FaultBoundaryProps {
  /** Name of this part of the window, for the person. */
  readonly part: string;
  readonly children: ReactNode;
}

/** Confines a rendering error to one part of the window. */
export class FaultBoundary extends Component<FaultBoundaryProps, { readonly error: Error | undefined }> {
  override state = { error: undefined as Error | undefined };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { part, children } = this.props;
    const { error } = this.state;
    if (error === undefined) return children;
    return (
      <Empty icon={Bug} title={`${part} cannot be shown: ${error.message}`}>
        Runs and files are not affected.
        <br />
        <Button
          label="Try again"
          onClick={() => {
            this.setState({ error: undefined });
          }}
        />
      </Empty>
    );
  }
}
