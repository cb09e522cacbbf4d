/** The type of what is dragged within the page. There is no text with it, so that no field takes it for one. */
const ownDragType = 'application/x-parley-part'

/** Begins to drag a part of the page, such as a row of the tree or a tab, which only the page knows how to drop. */
export function startOwnDrag(data: DataTransfer): void {
  data.effectAllowed = 'move'
  data.setData(ownDragType, 'part')
}

/** Whether the browser itself may handle a drag or drop here: text over a field. A file would replace the page. */
export function isLeftToBrowser({ target, dataTransfer }: DragEvent): boolean {
  const types = dataTransfer?.types ?? []
  if (types.includes('Files') || types.includes(ownDragType)) return false
  return target instanceof Element && target.closest(fields) !== null
}

const fields = 'input, textarea, [contenteditable="true"]'
