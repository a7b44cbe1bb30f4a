from collections import deque
import heapq

GRAPH = {
    "A": {"B": 4, "C": 1},
    "B": {"D": 1},
    "C": {"B": 2, "D": 5},
    "D": {"E": 3},
    "E": {},
}


def breadth_first(graph, start):
    seen = [start]
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for neighbour in sorted(graph[node]):
            if neighbour not in seen:
                seen.append(neighbour)
                queue.append(neighbour)
    return seen


def shortest_path(graph, start, goal):
    heap = [(0, start, [start])]
    done = set()
    while heap:
        cost, node, path = heapq.heappop(heap)
        if node == goal:
            return cost, path
        if node in done:
            continue
        done.add(node)
        for neighbour, weight in graph[node].items():
            heapq.heappush(heap, (cost + weight, neighbour, path + [neighbour]))
    return None


def has_cycle(graph, node, trail=()):
    if node in trail:
        return True
    return any(has_cycle(graph, other, trail + (node,)) for other in graph[node])


print(" ".join(breadth_first(GRAPH, "A")))
cost, path = shortest_path(GRAPH, "A", "E")
print(f"Cost {cost}: {' > '.join(path)}")
print("No way back:", shortest_path(GRAPH, "E", "A") is None)
print("Cycle:", has_cycle(GRAPH, "A"))
GRAPH["E"]["A"] = 1
print("Cycle now:", has_cycle(GRAPH, "A"), len(GRAPH))
for node in GRAPH:
    print(node, len(GRAPH[node]), max(GRAPH[node].values()))
