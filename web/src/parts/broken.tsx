/** A page that failed says so, rather than being white; what is around it stays, and another page is tried. */
import { Component, type ReactNode } from 'react';
import { failure } from '../words';

interface Props {
  /** Where the reader is: elsewhere the failure is over. */
  at: string;
  children: ReactNode;
}

export class Broken extends Component<Props, { failedAt: string | null }> {
  override state: { failedAt: string | null } = { failedAt: null };

  override componentDidCatch(): void {
    this.setState({ failedAt: this.props.at });
  }

  override render(): ReactNode {
    if (this.state.failedAt !== this.props.at) return this.props.children;
    return (
      <main className="entrance">
        <div className="panel" role="alert">
          {failure.broken}
        </div>
      </main>
    );
  }
}
