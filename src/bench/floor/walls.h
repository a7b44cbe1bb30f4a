#include <linux/filter.h>
#include <sys/types.h>

/* Values that differ between two hosts; everything else about the walls is in walls.c. */
struct plan {
  uid_t host_uid;
  gid_t host_gid;
  const char *etc;
  const char *node;
  const char *disk_option;
  unsigned long disk_bytes;
  struct sock_fprog filter;
};

/* Flags for clone: the namespaces of a sandbox. */
extern const unsigned long SANDBOX_NAMESPACES;

/* Builds the walls in the first process inside of the fresh namespaces. Ends it when a wall cannot be built. */
void build_walls(const struct plan *plan);
