import { revealInvisible } from '@parley/model'
import { Suspense, useId } from 'react'
import { classNames } from '../../components/class-names.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { comparedText } from '../../workbench/compared-response.ts'
import type { ShownDifference } from '../../workbench/documents/conflicts.ts'
import styles from './ConflictDialog.module.css'

const TextDifference = lazyPart(async () => (await import('./TextDifference.tsx')).TextDifference)

type Side = 'mine' | 'theirs'

export interface DifferenceRowProps {
  readonly difference: ShownDifference
  /** IDs of the column headings. */
  readonly headings: Readonly<Record<Side, string>>
  readonly chosen: Side
  readonly onChoose: (side: Side) => void
}

/** A text that does not fit in three lines is shown below its choice, line by line. */
const longCharacters = 120

/** One field that differs, with a choice between its two versions. */
export function DifferenceRow({ difference, headings, chosen, onChoose }: DifferenceRowProps) {
  const { label, mine, theirs } = difference
  const [fieldId, groupName] = [useId(), useId()]
  const isLong = [mine, theirs].some(isLongText)
  const choice = (side: Side) => (
    <td className={classNames(styles.version, chosen === side && styles.chosen)}>
      <Choice
        text={difference[side]}
        isLong={isLong}
        groupName={groupName}
        labelledBy={`${fieldId} ${headings[side]}`}
        isChosen={chosen === side}
        onChoose={() => onChoose(side)}
      />
    </td>
  )
  return (
    <tbody>
      <tr>
        <th scope="row" id={fieldId} rowSpan={isLong ? 2 : 1} className={styles.field}>
          {revealInvisible(label)}
        </th>
        {choice('mine')}
        {choice('theirs')}
      </tr>
      {isLong && (
        <tr>
          <td colSpan={2} className={styles.texts}>
            <Suspense>
              <TextDifference
                left={comparedText(mine ?? '')}
                right={comparedText(theirs ?? '')}
                leftLabel={`${label}, yours`}
                rightLabel={`${label}, on disk`}
                isShort
              />
            </Suspense>
          </td>
        </tr>
      )}
    </tbody>
  )
}

interface ChoiceProps {
  readonly text: string | null
  readonly isLong: boolean
  readonly groupName: string
  /** IDs of the field and of the column. */
  readonly labelledBy: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Choice({ text, isLong, groupName, labelledBy, isChosen, onChoose }: ChoiceProps) {
  const textId = useId()
  return (
    <label className={styles.choice}>
      <input
        type="radio"
        name={groupName}
        className={styles.radio}
        aria-labelledby={`${labelledBy} ${textId}`}
        checked={isChosen}
        onChange={onChoose}
      />
      <span id={textId} className={classNames(styles.text, !isShownAsIs(text, isLong) && styles.note)}>
        {isShownAsIs(text, isLong) ? revealInvisible(text ?? '') : noteOf(text)}
      </span>
    </label>
  )
}

function isLongText(text: string | null): boolean {
  return text !== null && (text.includes('\n') || text.length > longCharacters)
}

function isShownAsIs(text: string | null, isLong: boolean): boolean {
  return !isLong && text !== null && text !== ''
}

function noteOf(text: string | null): string {
  if (text === null) return 'not there'
  if (text === '') return 'empty'
  const lines = text.replace(/\n$/, '').split('\n').length
  return lines === 1 ? '1 line' : `${lines.toLocaleString('en')} lines`
}
