import type { ComposedPart } from '@parley/server/contract'
import { Checkbox } from '../../components/buttons/Checkbox.tsx'
import { useAssistant } from '../../wiring/use-stores.ts'
import { isTicked, type TabConversation, textOfPart } from '../../workbench/assistant/tab-conversation.ts'
import styles from './AssistantPanel.module.css'

export interface WhatIsSentProps {
  readonly tabId: string
  readonly conversation: TabConversation
}

/** The parts of the question that is being written: each can be read and left out before anything is sent. */
export function WhatIsSent({ tabId, conversation }: WhatIsSentProps) {
  if (conversation.parts === null) return null
  return (
    <section className={styles.sent} aria-label="What is sent">
      <h3 className={styles.sentTitle}>What is sent</h3>
      {conversation.run !== null && <p className="meta">About the result in a run</p>}
      {conversation.parts.map(part => (
        <PartRow key={part.id} tabId={tabId} part={part} conversation={conversation} />
      ))}
    </section>
  )
}

interface PartRowProps extends WhatIsSentProps {
  readonly part: ComposedPart
}

function PartRow({ tabId, part, conversation }: PartRowProps) {
  const assistant = useAssistant()
  const isRevealed = conversation.revealed.includes(part.id)
  const canReveal = part.text !== part.unmaskedText
  return (
    <div className={styles.part}>
      <Checkbox
        label={part.label}
        isSelected={isTicked(conversation, part)}
        onChange={() => assistant.tick(tabId, part)}
      />
      <details className={styles.details}>
        <summary>{part.label}</summary>
        <pre className={styles.text}>{textOfPart(conversation, part)}</pre>
        {part.masked.length > 0 && <p className="meta">Masked: {part.masked.join(', ')}</p>}
        {canReveal && (
          <span className={styles.reveal}>
            <Checkbox
              label={`Send what looks like a secret in ${part.label}`}
              isSelected={isRevealed}
              onChange={() => assistant.reveal(tabId, part.id)}
            />
            <span aria-hidden="true">Send what looks like a secret</span>
          </span>
        )}
      </details>
    </div>
  )
}
