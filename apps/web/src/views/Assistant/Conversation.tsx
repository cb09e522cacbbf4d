import { revealInvisible } from '@parley/model'
import type { ShownConversation, ShownSegment, ShownTurn } from '@parley/server/contract'
import { Button } from '../../components/buttons/Button.tsx'
import { MarkdownView } from '../../components/MarkdownView.tsx'
import { copyText } from '../../server-client/body-actions.ts'
import styles from './AssistantPanel.module.css'
import { ProposalCard, type ProposalCardProps } from './ProposalCard.tsx'

export interface ConversationProps extends ShownConversation {
  /** Asks the last question again. */
  readonly onRetry: () => void
  /** To which proposals are applied. */
  readonly tab: ProposalCardProps['tab']
}

/** Questions and answers. Answers come from outside: they become no HTML, and nothing in them is opened or fetched. */
export function Conversation({ tab, turns, isAnswering, onRetry }: ConversationProps) {
  return (
    <div role="log" aria-label="Conversation" aria-busy={isAnswering} className={styles.log}>
      {turns.map((turn, index) => (
        <Turn
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added at the end.
          key={index}
          number={index + 1}
          tab={tab}
          turn={turn}
          isArriving={isAnswering && index === turns.length - 1}
          onRetry={turn.canRetry && !isAnswering && index === turns.length - 1 ? onRetry : null}
        />
      ))}
    </div>
  )
}

interface TurnProps {
  /** From 1. */
  readonly number: number
  readonly tab: ProposalCardProps['tab']
  readonly turn: ShownTurn
  readonly isArriving: boolean
  /** Null if the turn cannot be asked again. */
  readonly onRetry: (() => void) | null
}

function Turn({ number, tab, turn, isArriving, onRetry }: TurnProps) {
  const { question, sent, sentSummary, answer, fault, segments } = turn
  return (
    <>
      <div className={styles.asked}>
        <p className={styles.askedText}>{question}</p>
        <details className={styles.details}>
          <summary>What was sent: {sentSummary}</summary>
          <pre className={styles.text}>{sent}</pre>
        </details>
      </div>
      {answer === '' && isArriving && <p className="meta">Waiting for the answer…</p>}
      {segments.map((segment, index) => (
        <Segment
          // biome-ignore lint/suspicious/noArrayIndexKey: segments are only added at the end.
          key={index}
          label={`Answer ${number}${index === 0 ? '' : `, part ${index + 1}`}`}
          tab={tab}
          segment={segment}
          isArriving={isArriving}
        />
      ))}
      {fault !== null && (
        <p role="alert" className={styles.problem}>
          {revealInvisible(`${fault.sentence} ${fault.nextStep}`)}
        </p>
      )}
      {onRetry !== null && (
        <span>
          <Button variant="outlined" size="small" onPress={onRetry}>
            Retry
          </Button>
        </span>
      )}
      {answer !== '' && !isArriving && (
        <span>
          <Button variant="plain" size="small" onPress={() => void copyText(Promise.resolve(answer))}>
            Copy
          </Button>
        </span>
      )}
    </>
  )
}

interface SegmentProps extends Pick<TurnProps, 'tab' | 'isArriving'> {
  /** Unique, as every text is a region of its own. */
  readonly label: string
  readonly segment: ShownSegment
}

function Segment({ label, tab, segment, isArriving }: SegmentProps) {
  switch (segment.kind) {
    case 'text':
      return (
        <MarkdownView
          label={label}
          text={revealInvisible(segment.text)}
          isGrowing={isArriving}
          isFromOutside
        />
      )
    case 'proposal':
      return <ProposalCard tab={tab} proposal={segment.proposal} warnings={segment.warnings} />
    case 'invalidProposal':
      return <p className={styles.problem}>A proposal cannot be shown. {revealInvisible(segment.reason)}</p>
  }
}
