import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { SelectFileButton } from '../../components/buttons/SelectFileButton.tsx'
import { ActionMenu } from '../../components/menus/ActionMenu.tsx'
import type { DeclaredVariable } from '../../graphql/variables/operation-variables.ts'
import {
  useGraphQlEditing,
  useGraphQlLanguage,
  usePickedFiles,
  useWorkbench,
} from '../../wiring/use-stores.ts'
import type { GraphQlBody } from '../../workbench/graphql/graphql-body.ts'
import {
  filesOfVariable,
  takesFiles,
  takesSeveral,
  variablesWithFiles,
  withFilesInDraft,
} from '../../workbench/graphql/variable-files.ts'
import { FileName } from '../RequestPane/tables/FileName.tsx'
import styles from './VariableFiles.module.css'

export interface VariableFilesProps {
  readonly tabId: string
  readonly body: GraphQlBody
}

/** The files that are sent as variables: of the scalar Upload, or of another type by the menu. */
export function VariableFiles({ tabId, body }: VariableFilesProps) {
  const declared = useDeclaredVariables(tabId, body)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const withFiles = variablesWithFiles(body)
  const isShown = (one: DeclaredVariable) =>
    takesFiles(one) || withFiles.includes(one.name) || chosen.includes(one.name)
  const removed = withFiles
    .filter(name => !declared.some(one => one.name === name))
    .map(name => ({ name, typeText: '' }))
  const shown = [...declared.filter(isShown), ...removed]
  const others = declared.filter(one => !isShown(one))
  if (shown.length === 0 && others.length === 0) return null
  return (
    <ul className={styles.files} aria-label="Files of variables">
      {shown.map(variable => (
        <FilesOfVariable key={variable.name} tabId={tabId} body={body} variable={variable} />
      ))}
      {others.length > 0 && (
        <li className={styles.attach}>
          <ActionMenu
            label="Attach file to variable"
            actions={others.map(({ name }) => ({ id: name, label: `$${name}` }))}
            onAction={name => setChosen([...chosen, name])}
          >
            <Button size="small">Attach file to variable</Button>
          </ActionMenu>
        </li>
      )}
    </ul>
  )
}

interface FilesOfVariableProps extends VariableFilesProps {
  readonly variable: DeclaredVariable
}

function FilesOfVariable({ tabId, body, variable }: FilesOfVariableProps) {
  const workbench = useWorkbench()
  const pickedFiles = usePickedFiles()
  const place = `${tabId}/variable ${variable.name}`
  const failure = useStore(pickedFiles.store, state => state.failures[place])
  const filePaths = filesOfVariable(body, variable.name)
  const setFiles = (change: (before: readonly string[]) => readonly string[]) =>
    workbench.editDraft(tabId, draft => withFilesInDraft(draft, variable, change))
  const isList = takesSeveral(variable)
  const add = (files: readonly File[]) =>
    void pickedFiles.add(place, isList ? files : files.slice(0, 1), added =>
      setFiles(before => (isList ? [...before, ...added] : added)),
    )
  return (
    <li className={styles.row}>
      <span className={styles.name}>${variable.name}</span>
      {filePaths.map((filePath, at) => (
        <span key={filePath} className={styles.file}>
          <FileName filePath={filePath} />
          <IconButton
            label={`Remove the file of $${variable.name}`}
            size="small"
            onPress={() => setFiles(before => before.filter((_, index) => index !== at))}
          >
            <X size={14} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </span>
      ))}
      <SelectFileButton
        words={filePaths.length > 0 && !isList ? 'Replace' : 'Select file'}
        allowsSeveral={isList}
        onSelect={add}
      />
      {failure !== undefined && (
        <span className={styles.failure} role="alert">
          {failure}
        </span>
      )}
    </li>
  )
}

/** Returns the variables of the operation that is sent; the last known ones while the query does not parse. */
function useDeclaredVariables(tabId: string, body: GraphQlBody): readonly DeclaredVariable[] {
  const language = useGraphQlLanguage()
  const editing = useGraphQlEditing()
  const [declared, setDeclared] = useState<readonly DeclaredVariable[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: they decide what is declared.
  useEffect(() => {
    let isUnmounted = false
    const read = async () => {
      const outcome = await language.call('listVariables', editing.chosenOperation(tabId))
      if (!isUnmounted && 'answer' in outcome && outcome.answer !== null) setDeclared(outcome.answer)
    }
    const timer = setTimeout(() => void read(), 200)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [language, editing, tabId, body.query, body.operationName])
  return declared
}
