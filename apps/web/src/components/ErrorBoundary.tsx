import { Component, type ContextType, type ErrorInfo, type ReactNode } from 'react'
import { FaultPanel } from './FaultPanel.tsx'
import { faultWords, ServerAbsenceContext } from './server-absence.ts'

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
  static override contextType = ServerAbsenceContext
  declare context: ContextType<typeof ServerAbsenceContext>
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
    const words = faultWords(this.props.subject, error.message, this.context)
    return (
      <FaultPanel
        {...words}
        isOverlay={this.props.isOverlay === true}
        onRetry={() => this.setState({ error: null })}
      />
    )
  }
}
