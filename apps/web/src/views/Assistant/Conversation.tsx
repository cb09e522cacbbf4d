import { revealInvisible } from '@parley/model'
import type { AssistantTurn, ShownConversation } from '@parley/server/contract'
import { Button } from '../../components/buttons/Button.tsx'
import { MarkdownView } from '../../components/MarkdownView.tsx'
import { copyText } from '../../server-client/body-actions.ts'
import styles from './AssistantPanel.module.css'

/** Questions and answers. Answers come from outside: they become no HTML, and nothing in them is opened or fetched. */
export function Conversation({ turns, isAnswering }: ShownConversation) {
  return (
    <div role="log" aria-label="Conversation" aria-busy={isAnswering} className={styles.log}>
      {turns.map((turn, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added at the end.
        <Turn key={index} turn={turn} isArriving={isAnswering && index === turns.length - 1} />
      ))}
    </div>
  )
}

function Turn({ turn, isArriving }: { readonly turn: AssistantTurn; readonly isArriving: boolean }) {
  const { question, sent, answer, fault } = turn
  return (
    <>
      <div className={styles.asked}>
        <p className={styles.askedText}>{question}</p>
        <details className={styles.details}>
          <summary>What was sent</summary>
          <pre className={styles.text}>{sent}</pre>
        </details>
      </div>
      {answer === '' && isArriving && <p className={styles.quiet}>Waiting for the answer…</p>}
      {answer !== '' && (
        <MarkdownView label="Answer" text={revealInvisible(answer)} isGrowing={isArriving} isFromOutside />
      )}
      {fault !== null && (
        <p role="alert" className={styles.problem}>
          {revealInvisible(`${fault.sentence} ${fault.nextStep}`)}
        </p>
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
