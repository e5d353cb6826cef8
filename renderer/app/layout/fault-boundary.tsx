import { Bug } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/messages.tsx';

interface FaultBoundaryProps {
  /** What stands here, as the person would call it. */
  readonly part: string;
  readonly children: ReactNode;
}

/** Keeps a mistake of ours in one part of the window from taking the others with it. */
export class FaultBoundary extends Component<FaultBoundaryProps, { readonly fault: Error | undefined }> {
  override state = { fault: undefined as Error | undefined };

  static getDerivedStateFromError(fault: Error): { fault: Error } {
    return { fault };
  }

  override render(): ReactNode {
    const { part, children } = this.props;
    const { fault } = this.state;
    if (fault === undefined) return children;
    return (
      <Empty icon={Bug} title={`${part} cannot be shown: ${fault.message}`}>
        Runs and files are not affected.
        <br />
        <Button
          label="Try again"
          onClick={() => {
            this.setState({ fault: undefined });
          }}
        />
      </Empty>
    );
  }
}
