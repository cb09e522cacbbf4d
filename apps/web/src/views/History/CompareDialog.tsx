import { formatDuration, revealInvisible, shownName } from '@parley/model'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { ModalDialog } from '../../components/dialogs/ModalDialog.tsx'
import type { Difference } from '../../editor/difference-view.ts'
import type { ComparedMessage, Comparison } from '../../workbench/compare.ts'
import { type ComparedResponse, headersText } from '../../workbench/compared-response.ts'
import { timeLabel } from '../../workbench/history-days.ts'
import { TextDifference } from '../Conflict/TextDifference.tsx'
import styles from './CompareDialog.module.css'
import { testsWords } from './outcome-words.ts'

const parts = [
  { value: 'body', label: 'Body' },
  { value: 'headers', label: 'Headers' },
] as const
type Part = (typeof parts)[number]['value']

const lines = [
  { value: 'changed', label: 'Changed lines' },
  { value: 'all', label: 'All lines' },
] as const
type Lines = (typeof lines)[number]['value']

/** Two responses side by side: status, time, headers and body, with what differs marked; or two messages. */
export function CompareDialog({ comparison, onClose }: { readonly comparison: Comparison; onClose(): void }) {
  const [part, setPart] = useState<Part>('body')
  const [shownLines, setShownLines] = useState<Lines>('changed')
  const changes = useRef<Pick<Difference, 'go'>>(null)
  const areMessages = isMessage(comparison.left)
  const title = areMessages ? 'Compare messages' : 'Compare responses'
  return (
    <ModalDialog kind="compare" label={title} size="code" onClose={onClose}>
      <div className={styles.frame}>
        <div className={styles.titleRow}>
          <Heading slot="title" className={styles.title ?? ''}>
            {title}
          </Heading>
          {!areMessages && <SegmentedControl label="Part" choices={parts} value={part} onChange={setPart} />}
          <SegmentedControl label="Lines" choices={lines} value={shownLines} onChange={setShownLines} />
          <IconButton label="Previous change" onPress={() => changes.current?.go('previous')}>
            <ArrowUp size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
          <IconButton label="Next change" onPress={() => changes.current?.go('next')}>
            <ArrowDown size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
          <IconButton label="Close" onPress={onClose}>
            <X size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </div>
        <div className={styles.sides}>
          <Side side={comparison.left} />
          <Side side={comparison.right} />
        </div>
        <PartView
          key={part}
          part={part}
          comparison={comparison}
          isShort={shownLines === 'changed'}
          changes={changes}
        />
      </div>
    </ModalDialog>
  )
}

type ComparedSide = ComparedResponse | ComparedMessage

const isMessage = (side: ComparedSide): side is ComparedMessage => !('statusCode' in side)

function Side({ side }: { readonly side: ComparedSide }) {
  return (
    <p className={styles.side}>
      {isMessage(side) ? (
        <b>{side.label}</b>
      ) : (
        <>
          <b>
            {side.statusCode} {revealInvisible(side.reasonPhrase)}
          </b>
          {side.elapsedMs !== null && <span>{formatDuration(side.elapsedMs)}</span>}
          {side.tests !== undefined && <span>{testsWords(side.tests)}</span>}
          {side.environment !== undefined && (
            <span className={styles.environment}>{shownName(side.environment)}</span>
          )}
          <span>{sideLabel(side)}</span>
        </>
      )}
    </p>
  )
}

function sideLabel(side: ComparedSide): string {
  if (isMessage(side)) return side.label
  if (side.label !== undefined) return shownName(side.label)
  return side.sentAt === null ? 'Latest' : timeLabel(side.sentAt, Date.now())
}

interface PartViewProps {
  readonly part: Part
  readonly comparison: Comparison
  readonly isShort: boolean
  readonly changes: Ref<Pick<Difference, 'go'>>
}

function PartView({ part, comparison, isShort, changes }: PartViewProps) {
  const { left, right, bodies } = comparison
  const texts =
    part === 'headers' && !isMessage(left) && !isMessage(right)
      ? ([headersText(left), headersText(right)] as const)
      : bodies
  // Reading takes only a moment, so no progress is shown.
  if (texts === null) return null
  const [leftText, rightText] = texts
  return (
    <>
      {leftText === rightText && <p className={styles.same}>No difference</p>}
      <TextDifference
        ref={changes}
        left={leftText}
        right={rightText}
        leftLabel={sideLabel(left)}
        rightLabel={sideLabel(right)}
        isShort={isShort}
      />
    </>
  )
}
