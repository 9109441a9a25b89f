import { Component, type ReactNode } from 'react';
import { Button } from '../shared/ui/controls/button.tsx';
import { FullPageMessage } from '../shared/ui/page/full-page-message.tsx';

type Props = { readonly place: string; readonly children: ReactNode };

/** Shows a message and a way on when rendering throws. Another `place` is tried again. */
export class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidUpdate({ place }: Props) {
    if (this.state.broken && place !== this.props.place) this.setState({ broken: false });
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <FullPageMessage
        art="fading"
        title="Something went wrong"
        actions={<Button onClick={() => window.location.reload()}>Try Again</Button>}
      >
        The page could not be shown. Nothing that you saved is lost.
      </FullPageMessage>
    );
  }
}
