import { useEffect, useEffectEvent, useRef } from 'react'
import { sendMessageEvent } from '../../workbench/request/send-message-event.ts'

/** Returns the ref of the section in which the shortcut for sending calls back. */
export function useSendShortcut(send: () => void) {
  const section = useRef<HTMLDivElement>(null)
  const onSend = useEffectEvent((event: Event) => {
    event.preventDefault()
    send()
  })
  useEffect(() => {
    const element = section.current
    const listener = (event: Event) => onSend(event)
    element?.addEventListener(sendMessageEvent, listener)
    return () => element?.removeEventListener(sendMessageEvent, listener)
  }, [])
  return section
}
