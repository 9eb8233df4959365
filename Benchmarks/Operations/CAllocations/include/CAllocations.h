#pragma once

/// How often the heap was asked for memory since the process began.
unsigned long allocations_so_far(void);
