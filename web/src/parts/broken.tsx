/** A page that failed says so, rather than being white. */
import { Component, type ReactNode } from 'react';
import { SpokenContext } from '../words';

export class Broken extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  static override contextType = SpokenContext;
  declare context: React.ContextType<typeof SpokenContext>;
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="entrance">
        <div className="panel" role="alert">
          {this.context?.words.failure.broken}
        </div>
      </main>
    );
  }
}
