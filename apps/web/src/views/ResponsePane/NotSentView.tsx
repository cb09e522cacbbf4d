import { describeScriptNote, revealInvisible, type ScriptError, type ScriptNote } from '@parley/model'
import { Fragment } from 'react'
import { Button } from '../../components/buttons/Button.tsx'
import { notSentSentence } from '../../workbench/sending/script-errors.ts'
import { withheldSecretOf } from '../../workbench/sending/secret-permissions.ts'
import styles from './FailedView.module.css'
import { Failure } from './Failure.tsx'
import { WithheldSecret } from './WithheldSecret.tsx'

export interface NotSentViewProps {
  readonly error: ScriptError
  readonly notes: readonly ScriptNote[]
  readonly onRetry: () => void
  readonly onGoToLine: (line: number) => void
}

/** Why a pre-request script stopped the send (behaviour 3). */
export function NotSentView({ error, notes, onRetry, onGoToLine }: NotSentViewProps) {
  const { line, owner, message } = error
  const secret = withheldSecretOf(message)
  return (
    <Failure
      title="Request not sent"
      text={notSentSentence(error)}
      onRetry={onRetry}
      isAnnounced={false}
      end={
        secret !== null ? (
          <WithheldSecret name={secret} />
        ) : owner === 'request' && line !== null ? (
          <Button variant="outlined" onPress={() => onGoToLine(line)}>
            Go to line {line}
          </Button>
        ) : null
      }
    >
      <dl className={styles.facts}>
        <dt>Script error</dt>
        <dd>{revealInvisible(message)}</dd>
        {notes.map((note, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes never move, and can be the same.
          <Fragment key={at}>
            <dt>Note</dt>
            <dd>{revealInvisible(describeScriptNote(note))}</dd>
          </Fragment>
        ))}
      </dl>
    </Failure>
  )
}
