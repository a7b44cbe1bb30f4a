import json
import os
from collections import OrderedDict


class Playlist:
    """Songs in the order they were added, stored as JSON."""

    def __init__(self, name):
        self.name = name
        self.songs = OrderedDict()

    def add(self, title, seconds, rating=None):
        if title in self.songs:
            raise KeyError(title)
        self.songs[title] = {"seconds": seconds, "rating": rating}
        return self

    def remove_short(self, limit):
        for title in list(self.songs.keys()):
            if self.songs[title]["seconds"] < limit:
                del self.songs[title]

    def length(self):
        total = sum(song["seconds"] for song in self.songs.values())
        return f"{total // 60}:{total % 60:02d}"

    def best(self):
        rated = [title for title, song in self.songs.items() if song["rating"] is not None]
        if not rated:
            return None
        return max(rated, key=lambda title: self.songs[title]["rating"])

    def save(self, folder):
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, self.name + ".json")
        with open(path, "w", encoding="utf-8") as handle:
            json.dump(self.songs, handle, ensure_ascii=False, indent=2)
        return path


playlist = Playlist("évening")
playlist.add("Blue", 185, rating=4).add("Größe", 92).add("Green", 240, 5)
print(playlist.length(), playlist.best())
path = playlist.save("music/lists")
with open(path, encoding="utf-8") as handle:
    loaded = json.load(handle)
print(list(loaded.keys()), loaded["Blue"]["rating"], loaded["Größe"]["rating"] is None)
playlist.remove_short(100)
titles = list(playlist.songs)
print(titles[0], len(titles), playlist.length())
try:
    playlist.add("Blue", 1)
except KeyError as error:
    print("Already there: " + str(error))
