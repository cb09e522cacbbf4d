import { printJsonInSteps } from '@parley/engine/printers'
import type { HttpRequest, WebSocketMessage } from '@parley/model'
import { useRef, useState } from 'react'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import type { MenuAction } from '../../components/menus/ActionMenu.tsx'
import {
  messagesOf,
  messageTitle,
  withMessage,
  withMovedMessage,
  withNewMessage,
  withoutMessage,
  withSavedMessage,
} from '../../workbench/request/message-drafts.ts'
import own from './MessageSection.module.css'

export interface SavedMessagesProps {
  readonly messages: readonly WebSocketMessage[]
  /** Of the message that is shown. */
  readonly index: number
  /** Whether its title is asked for. */
  readonly isNaming: boolean
  readonly onNaming: (isNaming: boolean) => void
  readonly onChoose: (index: number) => void
  readonly onEdit: (edit: (draft: HttpRequest) => HttpRequest) => void
  /** When selected messages are sent by themselves; null: the one that is shown is sent. */
  readonly start?: 'on connect' | 'at the start' | null
}

/** The picker of the message that is shown, whose menu also changes the list; in its place the title while it is asked for. */
export function SavedMessages(props: SavedMessagesProps) {
  const { messages, index, isNaming, onNaming, onChoose, onEdit, start = 'on connect' } = props
  const message = messages[index]
  const [isRenaming, setRenaming] = useState(false)
  const [isFocused, setFocused] = useState(false)
  if (message === undefined) return null
  const endNaming = (isByKey: boolean) => {
    setFocused(isByKey)
    onNaming(false)
    setRenaming(false)
  }
  if (isNaming)
    return (
      <TitleField
        title={message.title}
        onCancel={endNaming}
        onEnter={(title, isByKey) => {
          endNaming(isByKey)
          if (isRenaming) onEdit(draft => withMessage(draft, index, { title }))
          else {
            onEdit(draft => withSavedMessage(draft, index, title))
            if (message.title !== '' && message.title !== title) onChoose(messages.length)
          }
        }}
      />
    )
  const act = messageActions(props, message, () => {
    setRenaming(true)
    onNaming(true)
  })
  return (
    <PickerButton
      label="Saved messages"
      variant="wide"
      value={messageTitle(message, index)}
      isFocused={isFocused}
      choices={messages.map((one, at) => ({
        id: String(at),
        label: messageTitle(one, at),
        ...(one.selected && start !== null && { note: start }),
      }))}
      onChoose={id => onChoose(Number(id))}
      actions={actionsOn(messages, index, start)}
      onAction={id => act[id]?.()}
    />
  )
}

/** What the entries of the menu do. */
function messageActions(
  { messages, index, onChoose, onEdit }: SavedMessagesProps,
  message: WebSocketMessage,
  rename: () => void,
): Readonly<Record<string, () => void>> {
  const move = (by: number) => {
    onEdit(draft => withMovedMessage(draft, index, by))
    onChoose(index + by)
  }
  const format = async () => {
    const data = await printJsonInSteps(message.data, { allowsVariables: true })
    // A long text takes some seconds, in which it may be edited.
    const isSame = (draft: HttpRequest) => messagesOf(draft)[index]?.data === message.data
    if (data !== null) onEdit(draft => (isSame(draft) ? withMessage(draft, index, { data }) : draft))
  }
  return {
    add: () => {
      onEdit(withNewMessage)
      onChoose(messages.length)
    },
    select: () => onEdit(draft => withMessage(draft, index, { selected: !message.selected })),
    format: () => void format(),
    rename,
    up: () => move(-1),
    down: () => move(1),
    delete: () => {
      onEdit(draft => withoutMessage(draft, index))
      onChoose(Math.max(0, index - 1))
    },
  }
}

function actionsOn(
  messages: readonly WebSocketMessage[],
  index: number,
  start: SavedMessagesProps['start'],
): readonly MenuAction<string>[] {
  const message = messages[index]
  return [
    { id: 'add', label: 'New message' },
    ...(start === null
      ? []
      : [
          {
            id: 'select',
            label: `${message?.selected === true ? 'Do not send' : 'Send'} ${start}`,
            startsGroup: true,
          },
        ]),
    { id: 'rename', label: 'Rename', startsGroup: start === null },
    ...(message?.format === 'json' ? [{ id: 'format', label: 'Format JSON' }] : []),
    { id: 'up', label: 'Move up', isDisabled: index === 0 },
    { id: 'down', label: 'Move down', isDisabled: index === messages.length - 1 },
    {
      id: 'delete',
      label: 'Delete message',
      isDisabled: messages.length < 2,
      startsGroup: true,
      isDestructive: true,
    },
  ]
}

interface TitleFieldProps {
  readonly title: string
  readonly onEnter: (title: string, isByKey: boolean) => void
  readonly onCancel: (isByKey: boolean) => void
}

/** Asks for the title of a message. Enter takes it, and so does leaving the field; Esc does not. */
function TitleField({ title, onEnter, onCancel }: TitleFieldProps) {
  const [typed, setTyped] = useState(title)
  const isOver = useRef(false)
  const end = (isTaken: boolean, isByKey: boolean) => {
    // The field loses the focus as it goes.
    if (isOver.current) return
    isOver.current = true
    const entered = typed.trim()
    if (isTaken && entered !== '') onEnter(entered, isByKey)
    else onCancel(isByKey)
  }
  return (
    <input
      className={own.title}
      aria-label="Message title"
      placeholder="Title of the message"
      // biome-ignore lint/a11y/noAutofocus: it is asked for.
      autoFocus
      value={typed}
      autoComplete="off"
      spellCheck={false}
      onFocus={event => event.target.select()}
      onChange={event => setTyped(event.target.value)}
      onBlur={() => end(true, false)}
      onKeyDown={event => {
        if (event.key === 'Enter') {
          event.preventDefault()
          end(true, true)
        } else if (event.key === 'Escape') {
          event.preventDefault()
          end(false, true)
        }
      }}
    />
  )
}
