import { Component, type ComponentType, type ContextType, createElement, lazy, type ReactNode } from 'react'
import { PartMissing } from '../window/part-missing.ts'
import { refuseWhileAbsent } from '../window/server-absence-gate.ts'
import { FaultPanel } from './FaultPanel.tsx'
import { missingPartWords, ServerAbsenceContext } from './server-absence.ts'

/** What is in the place of a part that is missing. `nothing`: for a small part that nobody misses until the server is back. */
type InItsPlace = 'panel' | 'overlay' | 'nothing'

/**
 * Returns a component whose code is loaded when it is first shown. Where that fails, a panel replaces it alone,
 * says what is true about the server, and tries again when asked, or when the server is back.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  inItsPlace: InItsPlace = 'panel',
): ComponentType<Props> {
  let hasFailed = false
  let isSecondTime = false
  const create = () =>
    lazy(async () => {
      try {
        refuseWhileAbsent()
        if (isSecondTime) await loadMissingStyles()
        return { default: await load() }
      } catch (error) {
        hasFailed = true
        isSecondTime = true
        throw new PartMissing(error)
      }
    })
  let loaded = create()
  // React keeps what a failed load gave, so the next try needs another one.
  const renew = () => {
    if (hasFailed) loaded = create()
    hasFailed = false
  }
  return (props: Props) => (
    <PartBoundary inItsPlace={inItsPlace} renew={renew} onClose={closing(props)}>
      <LoadedPart part={() => loaded} partProps={props} />
    </PartBoundary>
  )
}

/** Does the same for a part that covers the page, as a dialog does; its panel covers it too. */
export function lazyOverlay<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazyPart(load, 'overlay')
}

interface LoadedPartProps<Props extends object> {
  /** Another one after a load that failed. */
  readonly part: () => ComponentType<Props>
  readonly partProps: Props
}

function LoadedPart<Props extends object>({ part, partProps }: LoadedPartProps<Props>) {
  return createElement(part(), partProps)
}

/** What closes a part, if it is one that can be closed. */
function closing(props: object): (() => void) | undefined {
  const close: unknown = 'onClose' in props ? props.onClose : undefined
  return typeof close === 'function' ? () => void close() : undefined
}

/** The builder's code asks for each style sheet of a part once, also if that failed. */
async function loadMissingStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  await Promise.all(links.filter(link => link.sheet === null).map(loadAgain))
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const again = document.createElement('link')
    again.rel = 'stylesheet'
    again.href = link.href
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => reject(new Error(`${link.href} could not be loaded`)))
    link.replaceWith(again)
  })
}

interface PartBoundaryProps {
  readonly inItsPlace: InItsPlace
  /** Called before the next try. */
  readonly renew: () => void
  readonly onClose: (() => void) | undefined
  readonly children: ReactNode
}

/** Catches only that a part is missing; its faults are those of the pane around it. */
class PartBoundary extends Component<PartBoundaryProps, { readonly error: unknown }> {
  static override contextType = ServerAbsenceContext
  declare context: ContextType<typeof ServerAbsenceContext>
  override state: { readonly error: unknown } = { error: null }
  #wasAbsent = false

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidUpdate() {
    const isBack = this.#wasAbsent && this.context === null
    this.#wasAbsent = this.context !== null
    if (isBack && this.state.error !== null) this.#retry()
  }

  override componentWillUnmount() {
    this.props.renew()
  }

  #retry = (): void => {
    this.props.renew()
    this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!(error instanceof PartMissing)) throw error
    const { inItsPlace, onClose } = this.props
    if (inItsPlace === 'nothing') return null
    return (
      <FaultPanel
        {...missingPartWords(this.context)}
        isOverlay={inItsPlace === 'overlay'}
        onRetry={this.#retry}
        onClose={onClose}
      />
    )
  }
}
