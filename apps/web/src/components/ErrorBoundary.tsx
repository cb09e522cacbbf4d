import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from './buttons/Button.tsx'
import { classNames } from './class-names.ts'
import styles from './ErrorBoundary.module.css'

export interface ErrorBoundaryProps {
  /** What failed, for example `The response pane`. */
  readonly subject: string
  /** When it changes, the content is rendered again. */
  readonly resetKey: string
  /** Whether the content covers the page; the message then covers it too. */
  readonly isOverlay?: boolean
  readonly children: ReactNode
}

interface ErrorBoundaryState {
  readonly error: Error | null
  readonly resetKey: string
}

/** Limits an error to one pane. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <div className={classNames(styles.fault, this.props.isOverlay && styles.overlay)} role="alert">
        <h2>{this.props.subject} stopped working</h2>
        <p>{error.message}</p>
        <p>What you typed is kept. Try again; if it fails again, reload the page.</p>
        <Button variant="outlined" onPress={() => this.setState({ error: null })}>
          Try again
        </Button>
      </div>
    )
  }
}
