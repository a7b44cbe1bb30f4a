const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function fetchUser(id) {
  await wait(2);
  if (id > 3) {
    throw new Error(`user ${id} not found`);
  }
  return { id, name: ['Ada', 'Ben', 'Cleo'][id - 1], friends: id === 1 ? [2, 3] : [1] };
}

async function fetchFriends(id) {
  const user = await fetchUser(id);
  const friends = await Promise.all(user.friends.map((friend) => fetchUser(friend)));
  return friends.map((friend) => friend.name);
}

async function safely(action) {
  try {
    return await action();
  } catch (error) {
    return `failed: ${error.message}`;
  }
}

async function inOrder(ids) {
  const names = [];
  for (const id of ids) {
    const user = await fetchUser(id);
    names.push(user.name);
  }
  return names;
}

async function main() {
  console.log(await fetchFriends(1));
  console.log(await safely(() => fetchUser(9)));
  console.log((await inOrder([3, 1])).join(' then '));
  const settled = await Promise.allSettled([fetchUser(2), fetchUser(7)]);
  console.log(settled.map((result) => result.status));
  const first = await Promise.race([wait(40).then(() => 'slow'), wait(1).then(() => 'fast')]);
  console.log('First:', first);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
