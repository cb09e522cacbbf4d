/** The event by which the shortcut for sending reaches the message section that has the focus. */
export const sendMessageEvent = 'sendmessage'
