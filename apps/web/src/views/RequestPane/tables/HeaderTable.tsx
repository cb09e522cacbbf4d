import { TableSection, type TableSectionProps } from './TableSection.tsx'
import { useHeaderWords } from './use-header-words.ts'

/** The headers that requests inherit, with the suggestions of those of a request. */
export function HeaderTable(props: Omit<TableSectionProps, 'label' | 'isBulk' | 'words'>) {
  return <TableSection {...props} label="Headers" isBulk={false} words={useHeaderWords()} />
}
