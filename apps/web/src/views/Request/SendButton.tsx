import { descriptorOf, kindOfDraft } from '@parley/model'
import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { classNames } from '../../components/class-names.ts'
import { ActionMenu } from '../../components/menus/ActionMenu.tsx'
import { useDialogs, useLive, useServerStatus, useWorkbench } from '../../wiring/use-stores.ts'
import { canRepeat, sendActions, sendLabelOf, stopLabelOf } from '../../workbench/request/request-kind.ts'
import { isRepeating } from '../../workbench/sending/repeat.ts'
import { type RequestTab, shownSend } from '../../workbench/tabs/request-tab.ts'
import styles from './SendButton.module.css'

export interface SendButtonProps {
  readonly tab: RequestTab
}

/**
 * Send, and a menu of other ways to send; while a stream is open or a request is sent repeatedly, what ends it. Neither
 * changes its width while waiting for a response.
 */
export function SendButton({ tab }: SendButtonProps) {
  const workbench = useWorkbench()
  const server = useServerStatus()
  const isServerLost = useStore(server.store, state => state.connection === 'refused')
  const isBetween = tab.send.state === 'awaiting' && tab.send.reconnectsAt !== undefined
  const isRepeated = isRepeating(tab.repeat)
  const stopLabel = isBetween || isRepeated ? 'Stop' : stopLabelOf(tab.draft)
  const label = sendLabelOf(tab.draft)
  const isWaiting = isRepeated || shownSend(tab.send).state === 'awaiting'
  const isStopping = isWaiting && stopLabel !== null
  // What a WebSocket or a gRPC call received is exported from the list of its messages.
  const hasOptions = (isRepeated || !isStopping) && descriptorOf(tab.draft).pane.shows !== 'messages'
  const main = useRef<HTMLButtonElement>(null)
  return (
    <>
      {label === 'Start' && (
        <EndButton
          sendId={
            isStopping && tab.send.state === 'awaiting' && tab.send.call === 'open' ? tab.send.sendId : null
          }
          onEnd={() => main.current?.focus()}
        />
      )}
      <span className={classNames(styles.split, widthOf(tab.draft))}>
        {/* One button that changes its words, so that the focus stays on it. */}
        <Button
          ref={main}
          variant={isStopping ? 'outlined' : 'primary'}
          size="url"
          className={hasOptions ? styles.send : undefined}
          isPending={isWaiting && !isStopping}
          isDisabled={isServerLost && !isStopping}
          onPress={() => void (isStopping ? workbench.cancelActiveSend() : workbench.sendTab(tab.id))}
        >
          {isStopping ? stopLabel : label}
        </Button>
        {hasOptions && <SendOptions tab={tab} isWaiting={isWaiting} isServerLost={isServerLost} />}
      </span>
    </>
  )
}

/** What keeps its width while its words change; that of HTTP has the same words always. */
function widthOf(draft: RequestTab['draft']): string | undefined {
  if (descriptorOf(draft).callsMethods) return styles.call
  return kindOfDraft(draft) === 'http' ? undefined : styles.steady
}

interface SendOptionsProps extends SendButtonProps {
  readonly isWaiting: boolean
  readonly isServerLost: boolean
}

function SendOptions({ tab, isWaiting, isServerLost }: SendOptionsProps) {
  const workbench = useWorkbench()
  const dialogs = useDialogs()
  return (
    <ActionMenu
      label="Send options"
      placement="bottom end"
      actions={sendActions({ sendLabel: sendLabelOf(tab.draft) }, canRepeat(tab.draft))}
      onAction={id => {
        if (id === 'repeat') dialogs.open('repeat')
        else void (id === 'download' ? workbench.sendTabAndDownload(tab.id) : workbench.sendTab(tab.id))
      }}
    >
      <Button
        variant="primary"
        size="url"
        className={styles.options}
        aria-label="Send options"
        isPending={isWaiting}
        isDisabled={isServerLost}
      >
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </ActionMenu>
  )
}

interface EndButtonProps {
  /** The call that takes messages; null: none does, and only the room of the button is kept. */
  readonly sendId: string | null
  readonly onEnd: () => void
}

/** Says that no more messages follow; the server may go on. */
function EndButton({ sendId, onEnd }: EndButtonProps) {
  const live = useLive()
  return (
    <Button
      variant="outlined"
      size="url"
      className={sendId === null ? styles.absent : undefined}
      onPress={() => {
        if (sendId === null) return
        onEnd()
        void live.calls.end({ sessionId: sendId }).catch(() => undefined)
      }}
    >
      End
    </Button>
  )
}
