import type { MultipartBody, MultipartPart } from '@parley/model'
import type { DragEvent } from 'react'
import { PickerButton } from '../../../components/buttons/PickerButton.tsx'
import { VariableInput } from '../../../components/fields/VariableInput.tsx'
import { usePickedFiles, useWorkbench } from '../../../wiring/use-stores.ts'
import { withPartFiles, withPartKind, withPartMediaType } from '../../../workbench/request/edit-files.ts'
import { partKind } from '../../../workbench/request/table-kind.ts'
import type { RequestTab } from '../../../workbench/tabs/request-tab.ts'
import type { KnownVariables } from '../../../workbench/variables/describe-variable.ts'
import { useKnownVariables } from '../../Request/use-known-variables.ts'
import { BulkText } from './BulkText.tsx'
import { FileCell } from './FileCell.tsx'
import { RowTable } from './RowTable.tsx'
import type { ExtraCells } from './row-cells.ts'
import { cellOfElement } from './table-keys.ts'
import { useHeaderSuggestions } from './use-header-words.ts'

const kindChoices = [
  { id: 'text', label: 'Text' },
  { id: 'file', label: 'File' },
]

export interface FormTableProps {
  readonly tab: RequestTab
  readonly body: MultipartBody
  readonly isBulk: boolean
}

/** The rows of Form-data. Files may be dropped onto a row, or outside the rows to add one. */
export function FormTable({ tab, body, isBulk }: FormTableProps) {
  const workbench = useWorkbench()
  const pickedFiles = usePickedFiles()
  const known = useKnownVariables(tab)
  const placeOf = (index: number) => `${tab.id}/part-${index}`
  const setParts = (parts: readonly MultipartPart[]) =>
    workbench.editDraft(tab.id, draft =>
      draft.body.type === 'multipart' ? { ...draft, body: { ...draft.body, parts } } : draft,
    )

  function addFiles(index: number, files: readonly File[]): void {
    void pickedFiles.add(placeOf(index), files, filePaths =>
      workbench.editDraft(tab.id, draft => withPartFiles(draft, index, filePaths)),
    )
  }

  function handleDrop(event: DragEvent): void {
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    event.preventDefault()
    addFiles(cellOfElement(event.target)?.row ?? body.parts.length, files)
  }

  const shared = {
    label: 'Form-data',
    items: body.parts,
    kind: partKind,
    history: workbench.partHistory,
    historyKey: `${tab.draftId}/form`,
    onChange: setParts,
  }
  if (isBulk) return <BulkText {...shared} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's way; each row has Select file.
    <div className="pane" onDragOver={event => event.preventDefault()} onDrop={handleDrop}>
      <RowTable {...shared} known={known} extraCells={partCells(known, placeOf, addFiles)} />
    </div>
  )
}

/** Returns the cells of a part that no other table has. */
function partCells(
  known: KnownVariables,
  placeOf: (index: number) => string,
  addFiles: (index: number, files: readonly File[]) => void,
): ExtraCells<MultipartPart> {
  return {
    heads: { kind: 'Kind', kindHint: 'Text', type: 'Content-Type' },
    renderKind: (part, change) => (
      <PickerButton
        label="Kind"
        variant="cell"
        isTabStop={false}
        value={part.kind === 'file' ? 'File' : 'Text'}
        choices={kindChoices}
        onChoose={id => change(old => withPartKind(old, id === 'file' ? 'file' : 'text'))}
      />
    ),
    renderValue: (part, _change, index) =>
      part.kind === 'file' ? (
        <FileCell
          place={placeOf(index)}
          filePaths={part.filePaths}
          onSelect={files => addFiles(index, files)}
        />
      ) : null,
    renderType: (part, change) => (
      <MediaTypeCell part={part} known={known} onType={text => change(old => withPartMediaType(old, text))} />
    ),
  }
}

interface MediaTypeCellProps {
  /** Null in the empty row. */
  readonly part: MultipartPart | null
  readonly known: KnownVariables
  readonly onType: (text: string) => void
}

function MediaTypeCell({ part, known, onType }: MediaTypeCellProps) {
  const suggestions = useHeaderSuggestions()
  return (
    <VariableInput
      label="Content-Type"
      value={part?.contentType ?? ''}
      known={known}
      placeholder={part === null ? undefined : 'Automatic'}
      isTabStop={false}
      suggest={suggestions?.suggestMediaTypes}
      onChange={onType}
    />
  )
}
