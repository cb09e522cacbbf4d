import { Check, ChevronDown, ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Collection } from 'react-aria-components/Collection'
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import styles from './ChoiceTree.module.css'

/** A node to choose, and its children. */
export interface ChoiceTreeNode {
  readonly id: string
  readonly name: string
  readonly children: readonly ChoiceTreeNode[]
}

export interface ChoiceTreeProps {
  readonly label: string
  readonly nodes: readonly ChoiceTreeNode[]
  readonly chosenId: string | null
  readonly onChoose: (id: string) => void
  readonly expandedIds: ReadonlySet<string>
  readonly onExpandedChange: (ids: ReadonlySet<string>) => void
  /** Replaces the tree if there is nothing to choose from. */
  readonly emptyText: string
}

const rowHeight = 28

/** A tree for choosing one node. Only visible rows are rendered. */
export function ChoiceTree(props: ChoiceTreeProps) {
  const { label, nodes, chosenId, onChoose, expandedIds, onExpandedChange, emptyText } = props
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight }}>
      <Tree
        aria-label={label}
        className={styles.tree ?? ''}
        items={nodes}
        dependencies={[chosenId]}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={chosenId === null ? [] : [chosenId]}
        onSelectionChange={keys => {
          const [id] = keys === 'all' ? [] : keys
          if (id !== undefined) onChoose(String(id))
        }}
        expandedKeys={expandedIds}
        onExpandedChange={keys => onExpandedChange(new Set([...keys].map(String)))}
        renderEmptyState={() => <p className={styles.nothing}>{emptyText}</p>}
      >
        {node => <Choice node={node} chosenId={chosenId} />}
      </Tree>
    </Virtualizer>
  )
}

interface ChoiceProps {
  readonly node: ChoiceTreeNode
  readonly chosenId: string | null
}

function Choice({ node: { id, name, children }, chosenId }: ChoiceProps) {
  return (
    <TreeItem id={id} textValue={name} className={styles.row ?? ''}>
      <TreeItemContent>
        {({ level, isExpanded, hasChildItems }) => (
          <>
            {Array.from({ length: level - 1 }, (_, depth) => `guide-${depth}`).map(guide => (
              <span key={guide} className={styles.guide} />
            ))}
            {hasChildItems ? (
              <Button slot="chevron" className={styles.chevron ?? ''}>
                {isExpanded ? (
                  <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
                ) : (
                  <ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" />
                )}
              </Button>
            ) : (
              <span className={styles.noChevron} />
            )}
            <span className={level === 1 ? styles.root : styles.name}>{name}</span>
            {id === chosenId && (
              <Check className={styles.check} size={14} strokeWidth={1.75} aria-hidden="true" />
            )}
          </>
        )}
      </TreeItemContent>
      <Collection items={children} dependencies={[chosenId]}>
        {child => <Choice node={child} chosenId={chosenId} />}
      </Collection>
    </TreeItem>
  )
}
